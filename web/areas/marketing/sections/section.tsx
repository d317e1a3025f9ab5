import type { ReactNode } from 'react';

type SectionProps = {
  id: string;
  title: string;
  lede: string;
  children: ReactNode;
  className?: string;
};

export function Section({ id, title, lede, children, className = '' }: SectionProps) {
  return (
    <section id={id} className={`section ${className}`} aria-labelledby={`${id}-title`}>
      <div className="split section-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{lede}</p>
      </div>
      {children}
    </section>
  );
}

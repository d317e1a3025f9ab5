import type { ReactNode } from 'react';

type SectionProps = {
  id: string;
  title: string;
  lede: string;
  children: ReactNode;
  className?: string;
};

/** A section of the landing page: its name on the left, what it claims on the right, then its content. */
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

import type { ReactNode } from 'react';

type ButtonLinkProps = { href: string; kind?: 'primary' | 'plain' | 'glass'; children: ReactNode };

export function ButtonLink({ href, kind = 'primary', children }: ButtonLinkProps) {
  return (
    <a className={`button ${kind}`} href={href}>
      {children}
    </a>
  );
}

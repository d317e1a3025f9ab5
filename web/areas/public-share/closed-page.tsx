import type { LogoBrand } from '#domain/public-site.ts';
import type { ReactNode } from 'react';
import { Logo } from '#web/ui/logo.tsx';
import styles from './closed-page.module.css';

type ClosedPageProps = { brand: LogoBrand; title: string; children: ReactNode };

export function ClosedPage({ brand, title, children }: ClosedPageProps) {
  return (
    <main className={styles.page}>
      <p className={`logo-line ${styles.brand}`}>
        <Logo brand={brand} height={32} />
      </p>
      <h1>{title}</h1>
      {children}
    </main>
  );
}

import type { ReactNode } from 'react';
import styles from './closed-page.module.css';

type ClosedPageProps = { brandName: string; title: string; children: ReactNode };

export function ClosedPage({ brandName, title, children }: ClosedPageProps) {
  return (
    <main className={styles.page}>
      <p className={styles.brand}>{brandName}</p>
      <h1>{title}</h1>
      {children}
    </main>
  );
}

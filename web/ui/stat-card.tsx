import { Card, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { count } from '#web/lib/formats.ts';
import classes from './stat-card.module.css';

type StatCardProps = {
  label: string;
  /** Undefined while loading. */
  value: number | string | undefined;
  hint?: ReactNode;
  /** The screen that lists the counted items; `hash` is a section of it. */
  to?: string;
  hash?: string;
};

export function StatCard({ label, value, hint, to, hash }: StatCardProps) {
  return (
    <Card p={{ base: 'sm', xs: 'md' }} className={classes.card}>
      {/* Aligns the numbers of neighboring cards when a label wraps. */}
      <Text c="dimmed" fw={500} fz={{ base: 'xs', xs: 'sm' }} mb="auto">
        {to === undefined ? (
          label
        ) : (
          <Link className={classes.link} to={to} {...(hash && { hash })}>
            {label}
          </Link>
        )}
      </Text>
      {value === undefined ? (
        <Skeleton height={32} width={56} my={4} />
      ) : (
        <Text fz="1.75rem" lh="2.5rem" fw={600} className="tabular" lts="-0.02em">
          {typeof value === 'number' ? count(value) : value}
        </Text>
      )}
      {hint ? (
        <Text c="dimmed" size="xs" component="div" className={classes.hint}>
          {hint}
        </Text>
      ) : null}
    </Card>
  );
}

import type { StudentRow } from '@mfuko/contract/students';
import type { ReactNode } from 'react';
import { type Say, useTranslation } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';
import classes from './states.module.css';

export function FingerprintState({ has }: { has: boolean }) {
  return drawFinger(has, useTranslation('students').t);
}

export function StudentStatus({ status }: { status: StudentRow['status'] }) {
  return drawStatus(status, useTranslation('students').t);
}

// Plain functions instead of components: in a list of a thousand rows, each component would subscribe to the language.

export function drawFinger(has: boolean, t: Say<'students'>): ReactNode {
  if (!has) return Tag({ color: 'yellow', sign: classes.noFinger, children: t('finger.hasNot') });
  return <span className={classes.finger}>{t('finger.has')}</span>;
}

export function drawStatus(status: StudentRow['status'], t: Say<'students'>): ReactNode {
  if (status === 'active') return t('status.active');
  return Tag({ color: 'gray', children: t(`status.${status}`) });
}

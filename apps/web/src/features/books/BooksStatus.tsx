import { Paper, Text } from '@mantine/core';
import type { Books } from '@mfuko/contract/books';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import classes from './Books.module.css';
import { useBooksStatus } from './useBooksStatus.ts';

/** Sentence that says if the books are in order, and otherwise where they differ. */
export function BooksStatus({ books }: { books: Books }) {
  const { troubles: wrong, looked, calm } = useBooksStatus(books);
  const Icon = wrong.length > 0 ? IconAlertTriangle : books.looked ? IconCircleCheck : IconClock;
  return (
    <Paper
      withBorder
      p="md"
      className={wrong.length > 0 ? classes.wrong : books.looked ? classes.right : undefined}
      role="status"
    >
      <div className={classes.standing}>
        <Icon size={28} aria-hidden />
        <div>
          {wrong.length === 0 && (
            <Text fw={700} size="lg">
              {calm}
            </Text>
          )}
          {wrong.map((text) => (
            <Text key={text} fw={700} size="lg">
              {text}
            </Text>
          ))}
          <Text size="sm">{looked}</Text>
        </div>
      </div>
    </Paper>
  );
}

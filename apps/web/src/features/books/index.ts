/** The truth of the books: what is owed and what is held, day by day, and whether every row is as it should be. */
export { BooksPage } from './BooksPage.tsx';
export { PostingsPage } from './PostingsPage.tsx';

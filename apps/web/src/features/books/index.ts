/** Books: liabilities and assets day by day, and checks of every row. */
export { BooksPage } from './BooksPage.tsx';
export { PostingsPage } from './PostingsPage.tsx';

import { BooksChip } from '../features/books/BooksChip.tsx';
import { SchoolDashboardPage } from '../features/reports/SchoolDashboardPage.tsx';

/** Overview of the school, with the state of its books beside the name. */
export function SchoolDashboardScreen() {
  return <SchoolDashboardPage books={<BooksChip />} />;
}

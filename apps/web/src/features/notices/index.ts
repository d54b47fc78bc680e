/** Notices to the school's staff: the bell's list, live and the same in every tab. */
export { clear, read, useNotices } from './store.ts';
export { useListening } from './useListening.ts';

/** Lazy chunk: icon and text of a notice, needed only once the bell's list is open. */
export const fetchNoticeWords = () => import('./NoticeWords.tsx');

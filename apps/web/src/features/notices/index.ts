/** Notices to the school's staff: the bell's list, live and the same in every tab. */
export { NoticeSign, NoticeWords } from './NoticeWords.tsx';
export { clear, read, useNotices } from './store.ts';
export { useListening } from './useListening.ts';

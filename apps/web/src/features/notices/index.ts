/** What the school's staff are told of without having asked: the bell's list, live and the same in every tab. */
export { NoticeSign, NoticeWords } from './NoticeWords.tsx';
export { clear, read, useNotices } from './store.ts';
export { useListening } from './useListening.ts';

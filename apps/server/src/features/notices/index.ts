/**
 * Notices: staff are told without having asked, of a PIN that was locked, a message that did not go out, a device that
 * fell silent. A notice is written in the transaction of what it tells and rings every bell of the school within a
 * second or two; each person reads and clears their own. Features that stand below hand theirs to the job
 * (`platform/tell.ts`).
 */
export { NOTICE_BUNDLE } from './bundle.ts';
export { eraseNotices } from './erase.ts';
export { type NoticeHub, openNoticeHub } from './hub.ts';
export { notifyStaff } from './notify.ts';

/**
 * Notices: staff are notified without asking, of a locked PIN, an undelivered message or a silent device. A notice is stored in the
 * transaction of the event and reaches every open stream of the school within a second or two; each user reads and clears their own.
 * Features below this one in the order of imports queue their notices as jobs (`platform/tell.ts`).
 */
export { NOTICE_BUNDLE } from './bundle.ts';
export { eraseNotices } from './erase.ts';
export { type NoticeHub, openNoticeHub } from './hub.ts';
export { notifyStaff, settleNotice } from './notify.ts';

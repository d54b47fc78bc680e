export { ComposePage } from './ComposePage.tsx';
export { MessagesPage } from './MessagesPage.tsx';

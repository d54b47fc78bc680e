// The description of the API, for whoever writes a program against it.
export { ApiDocsPage } from './ApiDocsPage.tsx';

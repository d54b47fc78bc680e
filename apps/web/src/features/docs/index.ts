// The description of the API, for whoever writes a program against it.
export { ApiDocsPage, ProgramDocsPage } from './ApiDocsPage.tsx';

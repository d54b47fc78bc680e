// Description of the API, for developers of client programs.
export { ApiDocsPage, ProgramDocsPage } from './ApiDocsPage.tsx';

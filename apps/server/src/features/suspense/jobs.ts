export { suspenseJobs } from './give-back.ts';

import { platformFigures, platformSchools } from '@mfuko/contract/platform';
import { getPaperHead, getSchool, getSchools, viewSchools } from '@mfuko/contract/schools';

/** School reads: what is out of date once something about a school was recorded. */
export const SCHOOL_READS = [getSchools, getSchool, getPaperHead, viewSchools, platformFigures, platformSchools];

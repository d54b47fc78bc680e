import { platformFigures, platformSchools } from '@mfuko/contract/platform';
import { getPaperHead, getSchool, getSchools, viewSchools } from '@mfuko/contract/schools';

/** Reads to refresh after a change to a school. */
export const SCHOOL_READS = [getSchools, getSchool, getPaperHead, viewSchools, platformFigures, platformSchools];

import { getTill, getTillMovements, getTillReport, getTills } from '@mfuko/contract/tills';

/** Reads to refresh after a change to a till. */
export const TILL_READS = [getTill, getTills, getTillReport, getTillMovements];

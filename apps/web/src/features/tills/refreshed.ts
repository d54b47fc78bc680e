import { getTill, getTillMovements, getTillReport, getTills } from '@mfuko/contract/tills';

/** Till reads: what is out of date once something has happened to a till. */
export const TILL_READS = [getTill, getTills, getTillReport, getTillMovements];

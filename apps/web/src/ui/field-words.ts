import { i18n } from '../lib/i18n.ts';

/** What the contract says of a wrong field, and its key under `field` in the `ui` texts. */
const KEYS = {
  'is required': 'required',
  'must be an id': 'required',
  'must be an e-mail address': 'email',
  'must have the form 254XXXXXXXXX': 'phone',
  'must be 1 to 12 digits': 'admissionNumber',
  'must be 4 to 8 digits': 'pin',
  'must be 5 to 7 digits': 'shortCode',
  'must be letters and digits, such as KDA 123A': 'plate',
  'must be at least 10 characters': 'password',
  'is too easy to guess': 'easyPassword',
  'must not be the phone number': 'phonePassword',
  'is your number already': 'ownPhone',
  'must be digits': 'digits',
  'is wrong or no longer valid': 'wrongCode',
  'must be the same as the password': 'samePassword',
  'choose at least one duty': 'duty',
  'Please select a valid role.': 'deviceRole',
  'must not hold control characters': 'characters',
  'must be more than zero': 'moreThanZero',
  'must be a whole number from 1 to 100': 'portions',
  'must be a whole number from 1 to 1000': 'pieces',
  'must be a time of day (HH:MM)': 'timeOfDay',
  'must be later than its beginning': 'laterThanFrom',
  'must not overlap another': 'overlap',
  'must be an amount in KES with at most two decimals': 'amount',
  'must be a percentage from 0 to 100 with at most two decimals': 'percent',
} as const;

/** The contract speaks English; people are told in their own language. */
export function inWords(why: string): string {
  const key = KEYS[why as keyof typeof KEYS];
  if (key) return i18n.t(`ui:field.${key}`);
  const [, longest] = /^must be at most (\d+) characters$/.exec(why) ?? [];
  return longest ? i18n.t('ui:field.longest', { longest }) : why;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Texts that the specification quotes, verbatim, and the text files that contain them (`npm run check` ensures that a screen shows each).
 * Spelling errors are corrected as docs/specification-coverage.md tells.
 */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'Enter OTP received on SMS': ['session'],
  'Verification code': ['session'],
  Resend: ['session'],
  'Submit OTP': ['session'],
  Login: ['session'],
  'OTP sent successfully.': ['session'],
  'Getting your dashboard, hang tight.': ['session'],
  'If you are a parent please use the wallet app.': ['session'],
  'Location Required: Please allow location for this app or use a browser that has location capabilities as it is required.':
    ['session'],
  'Location Not Supported: kindly switch to a browser that has location capabilities.': ['session'],
  MAIN: ['shell'],
  MANAGEMENT: ['shell'],
  MONITORING: ['shell'],
  REPORTS: ['shell'],
  OTHERS: ['shell'],
  Logout: ['shell'],
  'You have {{count}} Notifications': ['shell'],
  'Clear All': ['shell'],
  'Set Config': ['shell'],
  'Link Device': ['shell'],
  'User Profiles': ['shell'],
  'Cash Out': ['shell'],
  'Check In': ['shell', 'gate', 'bus'],
  'Check Out': ['shell', 'gate', 'bus'],
  'School Bus': ['shell'],
  'Enter School bus': ['shell', 'bus'],
  'Exit School bus': ['shell', 'bus'],
  'School Bus Roll Call': ['shell', 'bus'],
  'Check Dashboard': ['shell', 'shell'],
  'My Profile': ['shell'],
  'Bus Route': ['shell'],
  'Menu Tracking': ['shell'],
  'Student Balances': ['shell'],
  'Student Items': ['shell'],
  'Consume Item': ['shell'],
  'Upload Pocket Money': ['shell', 'wallet'],
  'Upload Students List': ['shell'],
  'Validate Token': ['shell', 'wallet'],
  'Items per pages:': ['ui'],
  '{{from}} - {{to}} of {{total}}': ['ui'],
  'Add Contact': ['students'],
  Complete: ['students', 'schools', 'canteen'],
  Cashout: ['wallet'],
  Validate: ['wallet'],
  'Save Fingerprint': ['fingerprints'],
  'On Bus': ['bus'],
  'Off Bus': ['bus'],
  Update: ['profile'],
  'No menu item selected': ['canteen'],
  'Connect the fingerprint scanner to continue': ['school'],
  'Scanner connected successfully. Put student finger 3 times': ['school'],
  'Student fingerprint scanned successfully': ['school'],
  'Failed to connect to scanner': ['school'],
  ', check if LFPServer service is running': ['school'],
  'You have been disconnected, refresh page': ['school'],
  Upload: ['schools', 'fingerprints'],
  'Please choose a valid image.': ['schools', 'problems'],
  'Scan student fingerprint to proceed': ['fingerprints', 'school', 'gate'],
  'Missing Input': ['school', 'bus', 'gate'],
  'Admission number is required': ['school', 'gate'],
  'Bus number plate is required': ['bus'],
  'Please choose a valid document.': ['imports'],
  'Please select a valid menu item.': ['canteen'],
  'Please select a valid role.': ['ui'],
  'Please provide a valid {{field}}.': ['schools'],
  'School was created successfully': ['schools'],
  'School configuration was created successfully': ['schools'],
  'Class was created successfully': ['schools'],
  'Check In/Out agent was created successfully': ['staff'],
  'Menu was created successfully': ['canteen'],
  'Device was added to school successfully': ['devices'],
  'Students were uploaded successfully': ['imports'],
  'Student added successfully': ['students'],
  'Student fingerprint added successfully': ['fingerprints'],
  'Guardian added successfully': ['students'],
  'Cashout successful balance: {{balance}}': ['wallet'],
  'Student was checked in successfully': ['gate'],
  'Student was checked out successfully': ['gate'],
  'Item was consumed successfully': ['canteen'],
  'Student was checked in bus successfully': ['bus'],
  'Student was checked out of bus successfully': ['bus'],
  'Student was checked on bus successfully': ['bus'],
  'Student was checked off bus successfully': ['bus'],
  'Failed ({{status}})': ['ui'],
  'An error occurred while contacting the api, contact administrator with this screenshot.': ['ui'],
  Failed: ['ui'],
  'Access: please login again': ['ui'],
  'General Failure': ['ui'],
  'Quick Solution: Check your network, refresh this page, try a different browser and let us know if this message persists across.':
    ['ui'],
  'No items found': ['ui'],
  'Type to search': ['ui'],
  'Add item': ['ui'],
  'Loading...': ['ui', 'ui'],
  'Clear all': ['ui'],
};

function textsOf(file: string): string[] {
  const found: string[] = [];
  const walk = (texts: unknown): void =>
    void (typeof texts === 'string' ? found.push(texts) : Object.values(texts as object).forEach(walk));
  walk(JSON.parse(readFileSync(join(import.meta.dirname, 'en', `${file}.json`), 'utf8')));
  return found;
}

test.each(Object.entries(TEXTS))('%s', (text, files) => {
  for (const file of files) expect(textsOf(file), `en/${file}.json`).toContain(text);
});

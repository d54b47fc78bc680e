import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const brand: MantineColorsTuple = [
  '#e9f6f0',
  '#cfeadf',
  '#a3d5be',
  '#74bf9d',
  '#4daa82',
  '#2c9268',
  '#147a50',
  '#0b6e4f',
  '#085a40',
  '#064430',
];
const green: MantineColorsTuple = [
  '#e7f8ea',
  '#d3f2d9',
  '#a9e3b5',
  '#8ce99a',
  '#51bf6b',
  '#37a853',
  '#2b8a3e',
  '#22743a',
  '#1b5e2b',
  '#134a20',
];
const red: MantineColorsTuple = [
  '#fdecec',
  '#fbd9db',
  '#f5b3b7',
  '#ff8787',
  '#f06a72',
  '#e0414c',
  '#d32f3c',
  '#c01c28',
  '#a01620',
  '#7d0f18',
];
const blue: MantineColorsTuple = [
  '#e8f1fc',
  '#d2e4f9',
  '#a5c9f2',
  '#7fb1eb',
  '#5597e2',
  '#2f7dd6',
  '#1c69c0',
  '#1558a6',
  '#114a8c',
  '#0c376a',
];
const yellow: MantineColorsTuple = [
  '#fff6dc',
  '#ffecb8',
  '#fbd97a',
  '#f5c542',
  '#e6ac17',
  '#b98500',
  '#946a00',
  '#7d5900',
  '#664800',
  '#4c3600',
];

const dark: MantineColorsTuple = [
  '#dfe4e8',
  '#b8c0c8',
  '#a9b1ba',
  '#79828b',
  '#3a4149',
  '#272c32',
  '#1d2126',
  '#16191d',
  '#101316',
  '#0b0d0f',
];

const FONT =
  "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif";

/** Theme colours that pass WCAG contrast; several of Mantine's own fail. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  colors: { brand, dark, green, red, blue, yellow },
  black: '#16191d',
  fontFamily: FONT,
  headings: {
    fontFamily: FONT,
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.625rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '2px', sm: '4px', md: '8px', lg: '12px', xl: '24px' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // Rendered inside the dialog or header, so that the menu stays within a landmark and above its own layer.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false, shadow: 'md' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 400, events: { hover: true, focus: true, touch: false } } },
    Notification: { defaultProps: { withBorder: true } },
    // A dialog's header is not a banner landmark of the page.
    Modal: { defaultProps: { centered: true, attributes: { header: { role: 'none' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'none' } } } },
    Select: { defaultProps: { comboboxProps: { withinPortal: false } } },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mfuko-header': '56px',
    '--mfuko-side': '240px',
  },
  light: {
    '--mantine-color-dimmed': '#545b62',
    '--mantine-color-placeholder': '#5f676f',
    '--mantine-color-error': '#c01c28',
    '--mantine-color-success': '#1b5e2b',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-default-border': '#c4cad1',
    '--mantine-color-disabled-color': '#6b737b',
    '--mfuko-line': '#e2e6ea',
    '--mfuko-sunken': '#f5f7f8',
    '--mfuko-hover': '#f1f5f3',
    '--mfuko-field-border': '#7c858e',
    '--mfuko-focus': '#0b6e4f',
  },
  dark: {
    '--mantine-color-text': '#e6e9ec',
    '--mantine-color-body': '#16191d',
    '--mantine-color-default': '#1d2126',
    '--mantine-color-default-hover': '#272c32',
    '--mantine-color-default-border': '#3a4149',
    '--mantine-color-dimmed': '#a9b1ba',
    '--mantine-color-placeholder': '#98a1aa',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-success': '#8ce99a',
    '--mantine-color-anchor': '#74bf9d',
    '--mantine-color-red-text': '#ff8787',
    '--mantine-color-green-text': '#8ce99a',
    '--mantine-color-brand-text': '#74bf9d',
    '--mantine-color-blue-text': '#7fb1eb',
    '--mantine-color-yellow-text': '#f5c542',
    '--mantine-color-brand-light': '#12392c',
    '--mantine-color-brand-light-hover': '#184838',
    '--mantine-color-brand-light-color': '#b5dfcb',
    '--mantine-color-red-light': '#43181c',
    '--mantine-color-red-light-color': '#ffc9c9',
    '--mantine-color-green-light': '#143420',
    '--mantine-color-green-light-color': '#b2f2bb',
    '--mantine-color-blue-light': '#10304f',
    '--mantine-color-blue-light-color': '#cfe3fb',
    '--mantine-color-yellow-light': '#3c2f08',
    '--mantine-color-yellow-light-color': '#ffe8a3',
    '--mfuko-line': '#2c3238',
    '--mfuko-sunken': '#101316',
    '--mfuko-hover': '#22282d',
    '--mfuko-field-border': '#79828b',
    '--mfuko-focus': '#74bf9d',
  },
});

// Runs before the first paint, so that a dark screen does not flash white. A file of its own: inline scripts are barred.
const wanted = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
const dark = wanted === 'dark' || (wanted === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';

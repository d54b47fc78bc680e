// Runs before the first paint, so that a dark screen does not flash white. A file of its own: inline scripts are barred.
const device = matchMedia('(prefers-color-scheme: dark)');
function paint() {
  const wanted = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
  const dark = wanted === 'dark' || (wanted === 'auto' && device.matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
}
paint();
// A tablet that turns dark in the evening turns the gate dark with it.
device.addEventListener('change', paint);

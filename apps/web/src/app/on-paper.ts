import { formatDate } from '../lib/format.ts';
import { currentSchool } from '../lib/school.ts';
import { currentMe } from './session-flow.ts';
import './on-paper.css';

/** Id of the head of a printed screen, which exists during printing. */
const HEAD = 'paperHead';

/**
 * Creates the head: school, time, the filters of the list, and the number of selected rows, because the screen's own controls are not
 * printed.
 */
function headOf(screen: Element): HTMLElement {
  const head = document.createElement('header');
  head.id = HEAD;
  const school = currentMe()?.school?.officialName ?? currentSchool()?.shortName;
  head.append(line([school, formatDate(Date.now())]));
  const fields = screen.querySelectorAll<HTMLInputElement>('section > [data-no-print] input');
  const narrowed = line([
    ...[...fields].map(({ value, type }) => (value && type === 'search' ? `“${value}”` : value)),
    screen.querySelector('section > [role="toolbar"]')?.getAttribute('aria-label') ?? undefined,
  ]);
  if (narrowed.textContent) head.append(narrowed);
  return head;
}

function line(parts: readonly (string | undefined)[]): HTMLElement {
  const made = document.createElement('p');
  made.textContent = parts.filter(Boolean).join(' · ');
  return made;
}

const root = document.documentElement;
/** Theme of the screen while another one is printed. */
let theme: string | undefined;

window.addEventListener('beforeprint', () => {
  document.getElementById(HEAD)?.remove();
  const screen =
    document.querySelector('.mantine-Modal-content, .mantine-Drawer-content') ?? document.querySelector('main');
  screen?.prepend(headOf(screen));
  theme ??= root.dataset.mantineColorScheme;
  // Prints in the light theme, because paper is white.
  root.dataset.mantineColorScheme = 'light';
});
window.addEventListener('afterprint', () => {
  document.getElementById(HEAD)?.remove();
  if (theme) root.dataset.mantineColorScheme = theme;
  theme = undefined;
});

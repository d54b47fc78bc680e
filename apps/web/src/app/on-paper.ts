import { formatDate } from '../lib/format.ts';
import { currentSchool } from '../lib/school.ts';
import { currentMe } from './session-flow.ts';
import './on-paper.css';

/** The head of a printed screen, which stands for as long as it is printed. */
const HEAD = 'paperHead';

/** Whose paper it is and of when, what narrows its list, and how many of its rows are selected: what says so on the screen is left out. */
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
/** The theme of the screen while another is printed. */
let theme: string | undefined;

window.addEventListener('beforeprint', () => {
  document.getElementById(HEAD)?.remove();
  const screen =
    document.querySelector('.mantine-Modal-content, .mantine-Drawer-content') ?? document.querySelector('main');
  screen?.prepend(headOf(screen));
  theme ??= root.dataset.mantineColorScheme;
  // Paper is white, and so are the tags, lines and charts on it.
  root.dataset.mantineColorScheme = 'light';
});
window.addEventListener('afterprint', () => {
  document.getElementById(HEAD)?.remove();
  if (theme) root.dataset.mantineColorScheme = theme;
  theme = undefined;
});

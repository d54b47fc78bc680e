import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

const SHEET =
  '<style>.gone { display: none } .dim { color: red } @media (min-width: 1px) { .veiled { visibility: hidden } }</style>';

test.each([
  '<div hidden><button>Pay</button></div>',
  '<button hidden>Pay</button>',
  '<div style="display: none"><p><button>Pay</button></p></div>',
  '<div style="visibility: hidden"><p><button>Pay</button></p></div>',
  '<dialog><button>Pay</button></dialog>',
  '<div popover><button>Pay</button></div>',
  '<div class="dim gone"><button>Pay</button></div>',
  '<svg class="gone"><foreignObject><button>Pay</button></foreignObject></svg>',
])('the test window does not find an invisible button: %s', (html) => {
  document.body.innerHTML = SHEET + html;
  expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull();
});

test.each([
  '<button>Pay</button>',
  '<dialog open><button>Pay</button></dialog>',
  '<div class="dim" style="transition: all 1s"><button>Pay</button></div>',
  '<div style="visibility: hidden"><button style="visibility: visible">Pay</button></div>',
])('the test window finds a visible button: %s', (html) => {
  document.body.innerHTML = SHEET + html;
  expect(screen.queryByRole('button', { name: 'Pay' })).not.toBeNull();
});

test('the test window applies a stylesheet that changes later', () => {
  document.body.innerHTML = '<style></style><div class="late"><button>Pay</button></div>';
  expect(screen.queryByRole('button')).not.toBeNull();
  for (const style of document.querySelectorAll('style')) style.innerHTML = '.late { display: none }';
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['a', true],
  ['b, a[href], i', true],
  ['a:not([href])', false],
  ['p a', true],
  ['b ~ a, b', true],
  [':any-link', true],
  ['*[role~="link"], a', true],
  ['a:is(b, [href])', true],
  ['b, i[href]', false],
  ['A', true],
])('the test window matches a link with %s: %s', (selector, isOne) => {
  document.body.innerHTML = '<p><b></b><a href="/">Home</a></p>';
  expect(document.querySelector('a')?.matches(selector)).toBe(isOne);
});

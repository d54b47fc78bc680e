/** Rows of the menu that a counter shows: more are found by typing. */
const MOST_SHOWN = 50;
/** The menu as the basket, the prices and the first step read it, at once. */
export const WHOLE_MENU = { sort: 'name', page: 1, pageSize: MOST_SHOWN } as const;

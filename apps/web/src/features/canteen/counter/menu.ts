/** Rows of the menu that a counter lists; further items are found by typing. */
const MAX_SHOWN = 50;
/** Query of the menu that the basket, the prices and the first step share. */
export const WHOLE_MENU = { sort: 'name', page: 1, pageSize: MAX_SHOWN } as const;

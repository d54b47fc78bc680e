/** The canteen: the menu, and who had what. The counter where a portion is handed out is a desk of the lean entry (`CounterDesk.tsx`). */
export { AddMenuItemPage } from './AddMenuItemPage.tsx';
export { MenuPage } from './MenuPage.tsx';
export { MenuTrackingPage } from './MenuTrackingPage.tsx';

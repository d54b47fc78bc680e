/** Canteen: the menu and the portions handed out. The counter that hands out portions is a desk of the lean entry (`CounterDesk.tsx`). */
export { AddMenuItemPage } from './AddMenuItemPage.tsx';
export { MenuPage } from './MenuPage.tsx';
export { MenuTrackingPage } from './MenuTrackingPage.tsx';

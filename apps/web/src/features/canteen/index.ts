/** The canteen: the menu, the counter where a portion is handed out, and who had what. */
export { AddMenuItemPage } from './AddMenuItemPage.tsx';
export { ConsumeMenuPage } from './ConsumeMenuPage.tsx';
export { MenuPage } from './MenuPage.tsx';
export { MenuTrackingPage } from './MenuTrackingPage.tsx';

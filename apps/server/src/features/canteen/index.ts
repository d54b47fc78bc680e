/** Canteen: the menu, and what is handed out at the counter. */
export { MEAL_BUNDLE } from './bundle.ts';
export { eraseMeals } from './erase.ts';
export { forgetMealPlaces } from './forget-places.ts';

/** Canteen: the menu, and portions handed out at the counter. */
export { MEAL_BUNDLE } from './bundle.ts';
export { eraseMeals } from './erase.ts';
export { forgetMealPlaces } from './forget-places.ts';

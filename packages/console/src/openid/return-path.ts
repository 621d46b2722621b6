import { isConsoleAddress } from '../shell/router.ts';

/** Where somebody was who went to another service to sign in. Only this tab knows it, so no address can lead away. */
const PLACE = 'perene.return';

export const keepPlace = (): void => {
  try {
    sessionStorage.setItem(PLACE, `${location.pathname}${location.search}`);
  } catch {}
};

export const takePlace = (): string | undefined => {
  try {
    const place = sessionStorage.getItem(PLACE) ?? '';
    sessionStorage.removeItem(PLACE);
    return isConsoleAddress(place) ? place : undefined;
  } catch {
    return undefined;
  }
};

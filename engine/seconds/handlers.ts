import { configureSeconds, configureSecondsCurrency, configureSecondsMarket } from './configure-seconds.ts';
import { placeSeconds } from './place-seconds.ts';

export const secondsHandlers = {
  configure_seconds: configureSeconds,
  configure_seconds_currency: configureSecondsCurrency,
  configure_seconds_market: configureSecondsMarket,
  place_seconds: placeSeconds,
};

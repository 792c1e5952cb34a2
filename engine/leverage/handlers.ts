import { cancelLever, closeAllLever, closeLever, reverseLever, setLeverStops } from './change-lever.ts';
import { configureLeverage, configureMargin } from './configure-leverage.ts';
import { submitLever } from './submit-lever.ts';

export const leverageHandlers = {
  configure_leverage: configureLeverage,
  configure_margin: configureMargin,
  submit_lever: submitLever,
  cancel_lever: cancelLever,
  close_lever: closeLever,
  reverse_lever: reverseLever,
  set_lever_stops: setLeverStops,
  close_all_lever: closeAllLever,
};

/**
 * The global style sheets of every page, in the order in which they apply. Those of the component library come with it.
 */
import '@fontsource-variable/inter';
import 'virtual:tokens.css';
import '../ui/theme/base.css';

/** The global style sheets, in cascade order. Those of the component library are imported with it. */
import '@fontsource-variable/inter';
import 'virtual:tokens.css';
import '../../ui/theme/base.css';

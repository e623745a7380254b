import fix44 from './data/FIX44.json' with { type: 'json' }
import fix50 from './data/FIX50.json' with { type: 'json' }
import fix50sp1 from './data/FIX50SP1.json' with { type: 'json' }
import fix50sp2 from './data/FIX50SP2.json' with { type: 'json' }
import fixt11 from './data/FIXT11.json' with { type: 'json' }
import { Dictionary } from './dictionary.ts'

/** FIX 4.4, whose session and application have one dictionary. */
export const FIX44 = new Dictionary('FIX.4.4', fix44)
/** The session under every 5.0 version. */
export const FIXT11 = new Dictionary('FIXT.1.1', fixt11)
export const FIX50 = new Dictionary('FIX.5.0', fix50)
export const FIX50SP1 = new Dictionary('FIX.5.0SP1', fix50sp1)
export const FIX50SP2 = new Dictionary('FIX.5.0SP2', fix50sp2)

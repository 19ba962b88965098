/** Sets the English texts, as the entries of the app do. Imported by processes that tests start. */
import { english } from '../english.ts'
import { setEnglish } from '../message.ts'

setEnglish(english)

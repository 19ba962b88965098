import { createRequire } from 'node:module'

const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'))
/** The readers of archives, executables and property lists that electron-builder itself works with. */
export const ofLibrary = createRequire(ofBuilder.resolve('app-builder-lib/package.json'))

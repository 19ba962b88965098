export const ofLibrary: NodeJS.Require

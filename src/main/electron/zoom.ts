import { app, type BrowserWindow } from 'electron'
import { nextZoom, type ZoomStep } from './zoomSteps.ts'

export function zoomWindow({ webContents }: BrowserWindow, step: ZoomStep): void {
  webContents.setZoomFactor(nextZoom(webContents.getZoomFactor(), step))
}

/** Takes the wheel with Ctrl for a step too. */
export function zoomOnWheel(): void {
  app.on('browser-window-created', (_event, window) =>
    window.webContents.on('zoom-changed', (_turned, direction) => zoomWindow(window, direction)),
  )
}

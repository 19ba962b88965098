; What the installer adds to the registry beside electron-builder's own: links, and .csv under "Open with".
;
; The default value of Classes\.csv is never written, so that Excel keeps the type: a program is offered for a type when
; its ProgID stands under OpenWithProgids and its Applications key lists the type under SupportedTypes.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\pathclock" "" "URL:Pathclock link"
  WriteRegStr SHELL_CONTEXT "Software\Classes\pathclock" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\pathclock\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\pathclock\shell\open\command" "" '"$appExe" "%1"'

  WriteRegStr SHELL_CONTEXT "Software\Classes\Pathclock.Table" "" "Table of comma-separated values"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Pathclock.Table\shell\open\command" "" '"$appExe" "%1"'
  WriteRegNone SHELL_CONTEXT "Software\Classes\.csv\OpenWithProgids" "Pathclock.Table"

  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}" "FriendlyAppName" "Pathclock"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".csv" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command" "" '"$appExe" "%1"'
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0x1000, p 0, p 0)'
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\pathclock"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.csv\OpenWithProgids" "Pathclock.Table"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Pathclock.Table"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
!macroend

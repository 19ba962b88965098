@echo off
rem cmd.exe waits for a program with windows only inside of a script like this one. What follows -- is the command line.
setlocal DisableDelayedExpansion
goto start
rem If the script is called as "pathclock" with quotes, cmd.exe knows its folder in a subroutine only. Elsewhere it takes the
rem working folder, and would start a program from there (https://github.com/npm/cmd-shim/issues/10).
:findFolder
set "PATHCLOCK_BIN=%~dp0"
exit /b
:start
call :findFolder
"%PATHCLOCK_BIN%..\..\Pathclock.exe" -- %*
exit /b %ERRORLEVEL%

@echo off
rem cmd.exe waits for a program with windows only inside of a script like this one. What follows -- is the command line.
"%~dp0..\..\Pathclock.exe" -- %*
exit /b %ERRORLEVEL%

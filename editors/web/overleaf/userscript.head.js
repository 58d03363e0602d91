// ==UserScript==
// @name         tablecheck for Overleaf
// @namespace    https://github.com/tablecheck-dev/tablecheck
// @version      0.1.0
// @description  Marks numbers in LaTeX tables that differ from the papers they were cited from. Asks a server on your own machine.
// @license      AGPL-3.0-or-later
// @match        https://www.overleaf.com/project/*
// @run-at       document-start
// @grant        none
// ==/UserScript==

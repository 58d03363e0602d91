;;; tablecheck.el --- Check numbers copied from cited papers  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: AGPL-3.0-or-later
;; Package-Requires: ((emacs "27.1"))

;;; Commentary:

;; Tells eglot and lsp-mode of the server `tablecheck serve'.  Put this file into a folder of `load-path' and write
;;     (require 'tablecheck)
;;     (add-hook 'latex-mode-hook #'eglot-ensure)       ; or #'lsp
;;     (add-hook 'LaTeX-mode-hook #'eglot-ensure)       ; AUCTeX
;; eglot runs one server a buffer, so tablecheck takes the place of another LaTeX server there; lsp-mode runs it beside
;; the others.

;;; Code:

(defvar tablecheck-command '("tablecheck" "serve")
  "The command that starts the server.")

(defvar tablecheck-modes '(latex-mode LaTeX-mode tex-mode TeX-latex-mode)
  "The modes whose buffers are checked.")

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs (cons tablecheck-modes tablecheck-command)))

(declare-function lsp-register-client "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(with-eval-after-load 'lsp-mode
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection (lambda () tablecheck-command))
                    :major-modes tablecheck-modes
                    :server-id 'tablecheck
                    :add-on? t
                    ;; It counts characters, and does not always say so.
                    :custom-capabilities '((general . ((positionEncodings . ["utf-32"]))))
                    :priority -1)))

(provide 'tablecheck)
;;; tablecheck.el ends here

;;; common.el --- What the scenario needs in every Emacs client  -*- lexical-binding: t -*-

(require 'json)
(require 'package)
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
(package-initialize)
(add-to-list 'load-path (expand-file-name "emacs" (getenv "TABLECHECK_SETTINGS")))
(require 'tablecheck)

(defvar expected
  (let ((json-object-type 'alist) (json-array-type 'list)) (json-read-file (getenv "TABLECHECK_EXPECTED"))))
(defvar steps nil "What was marked after each step, the last first.")
(defvar seen nil "What else was seen.")
(defvar patience 30 "Seconds to wait for a step.")

(defun of (name &optional from) (cdr (assq name (or from expected))))
(defun finding-of (step) (nth (of 'finding (of step)) (of 'findings)))

(defun wait-until (pred &optional seconds)
  "Wait until PRED gives something; Emacs without a screen runs no idle timers by itself."
  (let ((end (+ (float-time) (or seconds patience))) found)
    (while (and (not (setq found (funcall pred))) (< (float-time) end))
      (accept-process-output nil 0.05)
      (sit-for 0.01))
    found))

(defun step (name indices marked)
  "Wait until MARKED gives the findings of INDICES and no others, and write down under NAME what it gives then."
  (let ((wanted (mapcar (lambda (index) (of 'text (nth index (of 'findings)))) indices)))
    (wait-until (lambda () (equal wanted (mapcar (lambda (one) (cdr (assq 'text one))) (funcall marked))))))
  (push (cons name (vconcat (funcall marked))) steps))

(defun go-to (finding)
  (goto-char (point-min))
  (forward-line (of 'line finding))
  (forward-char (of 'column finding)))

(defun line-of (finding)
  (save-excursion (go-to finding) (buffer-substring-no-properties (line-beginning-position) (line-end-position))))

(defun finish ()
  (with-temp-file (getenv "TABLECHECK_SEEN")
    (set-buffer-file-coding-system 'utf-8)
    (insert (json-encode (append seen (list (cons 'steps (reverse steps)))))))
  (set-buffer-modified-p nil)
  (let ((kill-emacs-hook nil)) (kill-emacs 0)))

(provide 'common)
;;; common.el ends here
